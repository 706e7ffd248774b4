import { expect, it } from 'vitest'
import { DROITS, peut, ROLE_LIBELLES, ROLES, type Access } from '#shared/droits.ts'

/** Calls that each droit opens, in words. A droit without a line does not compile. */
const OUVRE: Record<Exclude<Access, 'public' | 'lien'>, string> = {
  membre:
    'read the portfolio, clients, sales, payments of a bien, the recap and the dashboard; print a receipt or a statement; own profile',
  identite: 'read who a client is before the law, his pieces and scans',
  clients: 'add and edit clients, their file, pieces, co-buyers and link',
  donnees: 'delete a client, export or erase what is kept of him',
  patrimoine:
    'add, edit and delete what is built and its prices; blocage, stades, génération, revision of prices, import',
  ventes: 'assign and attribute; options, a dossier and its échéancier',
  finDeVente: 'remove a client, free a place; désistement, transfert',
  documents: 'see, preview and issue papers; relances',
  encaisser: 'record payments and their proofs; act on cheques and remises',
  tresorerie: 'read payments across clients, cheques, remises, the register of receipts, the till',
  corriger: 'edit and delete payments, refunds, cancel a paper, bank accounts',
  exporter: 'documents of the whole portfolio, its export',
  chargesLire: 'read and print charges',
  charges: 'add, edit and delete charges',
  journal: 'the journal and the history of a record',
  membres: 'the members and their rôles',
  parametres: 'the promoter, the settings, backups and health',
}

/** The page as it has to be: `npx vitest run -u` with this file writes it again. */
function page(): string {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const droits = ['membre', ...DROITS] as const
  return [
    '# Who may do what',
    '',
    'Five rôles, one word per call: `access` of an endpoint names a droit, `shared/droits.ts` says which rôles hold it, and nothing else compares a rôle with a text.',
    'The rôle is read with the member at every request: another one counts at the next, and signs nobody out. Whoever may not make a call is answered 403',
    '« Votre rôle ne permet pas cette action. » before anything else of it is looked at; the screens do not offer it (`usePeut`, `usePermis`).',
    'The first account is of the direction, and one active member of it always remains. The screens let nobody in with more than Lecture unless a rôle is chosen',
    '([decision 113](decisions/0113-the-least-role.md)). What each call asks for is in the description of the calls, `/backend/public/docs`.',
    '',
    row(['droit', 'what it opens', ...ROLES.map((role) => ROLE_LIBELLES[role])]),
    row(['---', '---', ...ROLES.map(() => ':-:')]),
    ...droits.map((droit) =>
      row([`\`${droit}\``, OUVRE[droit], ...ROLES.map((role) => (peut(role, droit) ? '●' : ''))]),
    ),
    '',
    '`public` calls ask for no session; `lien` calls for the link that a client was given, and no member may make them.',
    '',
    'This page is made from the matrix; `server/http/roles.docs.test.ts` fails when they part, and writes it again with `npx vitest run -u server/http/roles.docs.test.ts`.',
    '',
  ].join('\n')
}

it('docs/roles.md says what the matrix says', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/roles.md')
})
