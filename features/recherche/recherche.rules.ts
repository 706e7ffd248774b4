/** Finds of one kind at most: enough to recognise, few enough to answer at once. */
export const PAR_GENRE = 6
