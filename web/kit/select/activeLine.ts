/** Lists of Mantine's fields, which mark the line that Entrée takes but do not always name it in the field. */
const LIST = '[role=listbox][class*="mantine-"]'
const OPEN = '[role=combobox][aria-expanded=true]'

/**
 * Keeps `aria-activedescendant` of the focused open field on the line that Entrée takes, for screen readers. One observer serves all
 * fields.
 */
export function followActiveLine(page: Document = document): void {
  let told: Element | null = null
  const follow = () => {
    const field = page.activeElement?.matches(OPEN) ? page.activeElement : null
    if (told !== field) told?.removeAttribute('aria-activedescendant')
    told = field && follows(field, page) ? field : null
  }
  new MutationObserver(follow).observe(page.body, {
    subtree: true,
    childList: true,
    attributeFilter: ['data-combobox-selected', 'aria-expanded', 'aria-controls', 'aria-activedescendant'],
  })
  page.addEventListener('focusin', follow)
}

/** Names the marked line in the field; false when the field's list is not Mantine's. */
function follows(field: Element, page: Document): boolean {
  const list = page.getElementById(field.getAttribute('aria-controls') ?? '')
  if (!list?.matches(LIST)) return false
  const line = list.querySelector('[data-combobox-selected]')?.id
  if (!line) field.removeAttribute('aria-activedescendant')
  else if (field.getAttribute('aria-activedescendant') !== line)
    field.setAttribute('aria-activedescendant', line)
  return true
}
