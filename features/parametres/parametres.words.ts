/** Said on each screen and paper that holds a fiscal figure: what the law says is checked by the promoter. */
export const A_CONFIRMER = 'À confirmer avec votre comptable.'
