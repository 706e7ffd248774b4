/** The field that Mantine leads to, by its mark `data-autofocus`: this one, and no other of the place. */
export function markFocus(place: Element, field: Element): void {
  for (const marked of place.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus')
  field.setAttribute('data-autofocus', 'true')
}
