/** Help under every field of a niveau (entree.md H.2). */
export const AIDE_NIVEAU = '0 est le rez-de-chaussée, -1 le premier sous-sol.'
