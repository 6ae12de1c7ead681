//! What holds for every route: who may use it, what it takes, and how it is described.

mod app;
mod deny_matrix;
mod openapi;
mod requests;
mod validation;
