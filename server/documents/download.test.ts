import { describe, expect, it } from 'vitest'
import { contentDisposition, nomDeFichier } from '#server/documents/download.ts'

// spec: CHG-69, CHG-70, DET-27
describe('the name of a download', () => {
  it.each([
    ['recap-paiements.xlsx', 'recap-paiements.xlsx'],
    ['Bon_BA/2026:014.pdf', 'Bon_BA_2026_014.pdf'],
    ['Categorie_a\\b:c*d?e"f<g>h|i.pdf', 'Categorie_a_b_c_d_e_f_g_h_i.pdf'],
    ['Bon_x\r\nSet-Cookie: y.pdf', 'Bon_x__Set-Cookie_ y.pdf'],
    ['Bon_\u202Efdp.exe', 'Bon__fdp.exe'],
    ['Categorie_Gros œuvre.pdf', 'Categorie_Gros œuvre.pdf'],
  ])('%j becomes %j', (nom, attendu) => {
    expect(nomDeFichier(nom)).toBe(attendu)
  })

  it('keeps the extension of a name too long for a file system', () => {
    const nom = nomDeFichier(`Categorie_${'é'.repeat(400)}.pdf`)
    expect(nom).toMatch(/^Categorie_é+\.pdf$/)
    expect(nom.length).toBe(150)
  })
})

describe('Content-Disposition', () => {
  it('quotes a plain name', () => {
    expect(contentDisposition('recap-paiements.pdf')).toBe('attachment; filename="recap-paiements.pdf"')
  })

  it('gives accents and Arabic in full, and an ASCII name to old readers', () => {
    expect(contentDisposition("Categorie_Électricité d'été (1).pdf", 'inline')).toBe(
      "inline; filename=\"Categorie_Electricite d'ete (1).pdf\"; filename*=UTF-8''Categorie_%C3%89lectricit%C3%A9%20d%27%C3%A9t%C3%A9%20%281%29.pdf",
    )
    expect(contentDisposition('Categorie_حديد.pdf')).toBe(
      'attachment; filename="Categorie_____.pdf"; filename*=UTF-8\'\'Categorie_%D8%AD%D8%AF%D9%8A%D8%AF.pdf',
    )
  })

  it('cannot be broken out of', () => {
    const header = contentDisposition('a"; filename="evil.exe\r\nX: y%41.pdf')
    expect(header).not.toMatch(/[\r\n]/)
    expect(header.match(/filename="[^"]*"/g)).toHaveLength(1)
    expect(header).toContain('filename="a_; filename=_evil.exe__X_ y_41.pdf"')
  })

  it('cannot be broken out of by signs that become others in ASCII', () => {
    expect(contentDisposition('a＂；filename=＂b／c＼d.pdf')).toBe(
      'attachment; filename="a_;filename=_b_c_d.pdf"; filename*=UTF-8\'\'a%EF%BC%82%EF%BC%9Bfilename%3D%EF%BC%82b%EF%BC%8Fc%EF%BC%BCd.pdf',
    )
  })
})
