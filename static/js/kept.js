// Session storage key for data of this page. It includes the viewer, since another user may sign in in the same tab.

const { "X-Viewer": viewer } = JSON.parse(document.body.getAttribute("hx-headers"));

export const keptAs = (what) => `${what} ${viewer} ${location.pathname}`;
