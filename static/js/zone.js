// Begins the choice of a time zone with that of the browser, where nobody has chosen one yet. It counts once it is saved.
//
// [data-zone]       the list of zones; its first entry is none

const list = document.querySelector("[data-zone]");
const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (list && !list.value && [...list.options].some(({ value }) => value === here)) list.value = here;
