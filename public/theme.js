// Before the first paint, so that nobody sees the other theme flash by. The app changes what is stored here.
try {
  const theme = localStorage.getItem("docket.theme");
  if (theme === "light" || theme === "dark") {
    document.documentElement.setAttribute("data-theme", theme);
  }
} catch {
  // Storage is forbidden: the system's theme it is.
}
