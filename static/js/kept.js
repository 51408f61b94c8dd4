// Under what name this tab keeps something of a page: the viewer's own, as somebody else may sign in here.

const { "X-Viewer": viewer } = JSON.parse(document.body.getAttribute("hx-headers"));

export const keptAs = (what) => `${what} ${viewer} ${location.pathname}`;
