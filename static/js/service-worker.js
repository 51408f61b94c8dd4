// Shows push notifications while no page of the site is open, and the cached offline page when the site is unreachable.
// Nothing else is cached. games/push/pages.py prepends EDITION, the URLs SUBSCRIBE, LIST and WAITING, and the cached
// PAGE and STYLE.

const KEPT = `offline-${EDITION}`;

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(begin()));

async function keep() {
  const fresh = [PAGE, STYLE].map((address) => new Request(address, { cache: "reload", credentials: "omit" }));
  const offline = await caches.open(KEPT);
  await offline.addAll(fresh);
  await self.skipWaiting();
}

async function begin() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  // Requests do not wait until this script has started.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

// Form submissions are left to the browser, which can send them again.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(asked(event).catch(() => kept(PAGE)));
  else if (request.url === new URL(STYLE, location.origin).href) event.respondWith(fetch(request).catch(() => kept(STYLE)));
});

const asked = async (event) => (await event.preloadResponse) ?? fetch(event.request);
const kept = async (address) => (await caches.match(address, { ignoreVary: true })) ?? Response.error();

self.addEventListener("push", (event) => event.waitUntil(show(event.data).then(closePlayed)));

// A page became visible, or shows that the game waits for other players.
self.addEventListener("message", (event) => event.data === "played" && event.waitUntil(closePlayed()));

function show(data) {
  const { title = "Carto", body = "", url = "/", tag = "" } = readable(data);
  const drawn = { icon: "/icon-192.png", badge: "/badge.png" };
  return self.registration.showNotification(title, { ...drawn, body, tag, renotify: tag !== "", data: { url } });
}

function readable(data) {
  try {
    return data.json() ?? {};
  } catch {
    return {};
  }
}

// Close notifications about turns already played and proposals already answered, on any device.
async function closePlayed() {
  const shown = (await self.registration.getNotifications()).filter(({ tag }) => /^(turn|short|nudge|pace):/.test(tag));
  if (!shown.length) return;
  const answer = await fetch(WAITING).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const { waiting, proposed } = await answer.json();
  for (const notice of shown) {
    const [kind, path] = notice.tag.split(":");
    if (kind === "pace" ? !proposed.includes(path) : !waits(path, waiting)) notice.close();
  }
}

// A notification about several tables links to the notification list. It stays while any table waits.
const waits = (path, waiting) => waiting.includes(path) || (waiting.length > 0 && path === LIST);

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(own(event.notification.data?.url)));
});

// Focus a tab that already shows the page, regardless of the fragment, or open a new one.
async function lead(target) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = pages.find(({ url }) => new URL(url).pathname === target.pathname);
  return open ? open.focus() : self.clients.openWindow(target.href);
}

// Only pages of this site.
function own(address) {
  const home = new URL("/", location.origin);
  if (!URL.canParse(address, home)) return home;
  const target = new URL(address, home);
  return target.origin === home.origin ? target : home;
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

// The push service has changed the endpoint.
async function renew({ oldSubscription, newSubscription }) {
  const needed = await fetch(SUBSCRIBE);
  if (!needed.ok || needed.redirected) return;
  const { key, token } = await needed.json();
  const wanted = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe(wanted));
  const told = { ...subscription.toJSON(), replaces: oldSubscription?.endpoint ?? "" };
  const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
  await fetch(SUBSCRIBE, { method: "POST", headers, body: JSON.stringify(told) });
}
