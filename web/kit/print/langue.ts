import type { Langue } from '#shared/papiers.ts'

/** The query of a paper: it is French unless it is asked for in Arabic. */
export const enLangue = (langue: Langue): { langue?: 'ar' } => (langue === 'ar' ? { langue } : {})

/** The end of a paper's file name: « _ar.pdf » in Arabic. */
export const finDuFichier = (langue: Langue): string => (langue === 'ar' ? '_ar.pdf' : '.pdf')
