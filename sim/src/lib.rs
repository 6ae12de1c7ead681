//! The stand-in service.
