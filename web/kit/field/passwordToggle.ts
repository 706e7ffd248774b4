/** Props of the button that shows a password. `aria-hidden` must be absent, even false: in a dialog Tab would skip the button. */
export const passwordToggle = {
  'aria-label': 'Afficher ou masquer le mot de passe',
  tabIndex: 0,
} as const
