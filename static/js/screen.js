// Big screen of a table: the button for full screen, and a lock that keeps the display awake while the page is visible.

const button = document.getElementById("full-screen");

button.hidden = !document.fullscreenEnabled;
button.addEventListener("click", () => document.documentElement.requestFullscreen());

// The browser releases the lock when the page is hidden. It refuses it when the battery is low.
const stayAwake = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
