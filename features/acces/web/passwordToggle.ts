/** The eye beside a password: reached by keyboard, named in French. No aria-hidden, be it false: Tab would pass over it in a dialog. */
export const passwordToggle = {
  'aria-label': 'Afficher ou masquer le mot de passe',
  tabIndex: 0,
} as const
