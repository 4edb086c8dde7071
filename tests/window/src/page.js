// Finds what a person or a screen reader finds: by role and by the name that is read out.
// Run with (role, name); answers the first visible element, or null.
const [role, name] = arguments;
const selectors = {
  button: 'button, [role=button], summary',
  link: 'a[href], [role=link]',
  radio: 'input[type=radio], [role=radio]',
  checkbox: 'input[type=checkbox], [role=checkbox], [role=switch]',
  textbox: 'input:not([type]), input[type=text], input[type=search], input[type=number], textarea',
  combobox: 'select, [role=combobox]',
  slider: 'input[type=range], [role=slider]',
  heading: 'h1, h2, h3, [role=heading]',
  row: 'tr, [role=row]',
  columnheader: 'th, [role=columnheader]',
  alert: '[role=alert]',
  dialog: 'dialog, [role=dialog]',
};
const plain = (text) => (text ?? '').replace(/[\s\u00a0]+/g, ' ').trim();
const named = (element) => {
  const by = element.getAttribute('aria-labelledby');
  if (by) return plain(by.split(/\s+/).map((id) => document.getElementById(id)?.textContent).join(' '));
  if (element.getAttribute('aria-label')) return plain(element.getAttribute('aria-label'));
  if (element.labels?.length) return plain([...element.labels].map((label) => label.textContent).join(' '));
  return plain(element.textContent || element.getAttribute('title') || element.getAttribute('placeholder'));
};
const drawn = (element) => {
  // A drawn radio or check box may be transparent over its drawing; its label is what is seen.
  const seen = [element, ...(element.labels ?? [])];
  return seen.some((part) => part.getClientRects().length > 0 && getComputedStyle(part).visibility !== 'hidden');
};
const all = [...document.querySelectorAll(selectors[role] ?? role)].filter(drawn);
return all.find((element) => named(element) === name) ?? all.find((element) => named(element).includes(name)) ?? null;
