import { describe, expect, it } from 'vitest'
import { peut, ROLES, type Access, type Role } from '#shared/droits.ts'

/** The rôles of each droit, written out a second time, so that a droit given or taken away fails here. */
const MATRICE: Record<Access, readonly Role[]> = {
  public: ROLES,
  lien: [],
  membre: ROLES,
  identite: ['direction', 'commercial', 'comptable'],
  clients: ['direction', 'commercial'],
  donnees: ['direction'],
  patrimoine: ['direction'],
  ventes: ['direction', 'commercial'],
  finDeVente: ['direction'],
  documents: ['direction', 'commercial', 'caisse', 'comptable'],
  encaisser: ['direction', 'caisse', 'comptable'],
  tresorerie: ['direction', 'caisse', 'comptable', 'lecture'],
  corriger: ['direction', 'comptable'],
  exporter: ['direction', 'comptable', 'lecture'],
  chargesLire: ['direction', 'comptable', 'lecture'],
  charges: ['direction', 'comptable'],
  journal: ['direction', 'comptable'],
  membres: ['direction'],
  parametres: ['direction'],
}

// spec: AD-02
describe('what each rôle may do', () => {
  it.each(ROLES)('%s', (role) => {
    for (const [access, roles] of Object.entries(MATRICE) as [Access, readonly Role[]][])
      expect([access, peut(role, access)]).toEqual([access, roles.includes(role)])
  })
})
