// Before the first paint, so that nobody sees the other theme flash by, and when another tab changes it. The app changes what is stored
// here.
{
  const show = () => {
    const root = document.documentElement;
    try {
      const theme = localStorage.getItem("docket.theme");
      if (theme === "light" || theme === "dark") root.setAttribute("data-theme", theme);
      else root.removeAttribute("data-theme");
    } catch {
      // Storage is forbidden: the system's theme it is.
    }
  };
  show();
  addEventListener("storage", show);
}
