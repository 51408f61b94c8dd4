// Turns push notifications on for this browser and shows their state. The server renders the list of devices. A digest
// of the push endpoint tells which line is this browser.

import { begin, done } from "./settled.js";

let devices = document.getElementById("devices");

const hasPush = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
// Only browsers on iOS define this. They support push once the site is on the home screen.
const needsHomeScreen = () => navigator.standalone === false;

function show(state) {
  for (const words of devices.querySelectorAll("[data-state]")) words.hidden = words.dataset.state !== state;
  devices.querySelector("#show-notices").hidden = state !== "ready" && state !== "failed";
}

async function subscribed() {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return registration?.pushManager.getSubscription();
}

async function subscribe() {
  const registration = await navigator.serviceWorker.register(devices.dataset.worker, { scope: "/" });
  await navigator.serviceWorker.ready;
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: devices.dataset.key });
}

async function look() {
  if (!devices?.dataset.key) return;
  if (!hasPush()) return show(needsHomeScreen() ? "install" : "unsupported");
  if (Notification.permission === "denied") return show("denied");
  const subscription = await subscribed();
  if (!subscription) return show("ready");
  if (!fits(subscription)) return renew(subscription);
  const line = devices.querySelector(`[data-device="${await digest(subscription.endpoint)}"]`);
  // The device was removed from the list, or it belonged to another user.
  if (!line) await subscription.unsubscribe();
  line?.querySelector(".badge").removeAttribute("hidden");
  show(line ? "on" : "ready");
}

async function switchOn() {
  show("asking");
  const permission = await Notification.requestPermission();
  if (permission === "granted") await hand(await subscribe());
  else show(permission === "denied" ? "denied" : "ready");
}

// The site's key has changed since this browser subscribed.
async function renew(old) {
  await old.unsubscribe();
  await hand(await subscribe(), old.endpoint);
}

async function hand(subscription, replaces = "") {
  const headers = { ...JSON.parse(document.body.getAttribute("hx-headers")), "Content-Type": "application/json" };
  const next = location.pathname + location.search;
  const body = JSON.stringify({ ...subscription.toJSON(), replaces, next });
  const answer = await fetch(devices.dataset.subscribe, { method: "POST", headers, body });
  if (answer.redirected) return location.reload(); // signed out in the meantime
  if (!answer.ok) await subscription.unsubscribe();
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("devices");
  if (!fresh) return show("failed");
  devices.replaceWith(fresh);
  devices = fresh;
  devices.querySelector("h2").focus();
  await look();
}

const fits = ({ options }) => !options?.applicationServerKey || written(options.applicationServerKey) === devices.dataset.key;

function written(buffer) {
  const text = btoa(String.fromCharCode(...new Uint8Array(buffer)));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

async function digest(text) {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function attempt(act) {
  const work = begin();
  try {
    await act();
  } catch {
    show("failed");
  } finally {
    done(work);
  }
}

addEventListener("click", ({ target }) => target.closest("#show-notices") && attempt(switchOn));
attempt(look);
