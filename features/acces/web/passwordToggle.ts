/** The eye beside a password: reached by keyboard, named in French. */
export const passwordToggle = {
  'aria-label': 'Afficher ou masquer le mot de passe',
  'aria-hidden': false,
  tabIndex: 0,
} as const
