import * as z from 'zod/mini'
import type { FormatDeRapport } from '#shared/exports.ts'
import type { Db } from '#server/database/db.ts'
import { sendExport, type Liste } from '#server/documents/liste.ts'
import type { FileAnswer, FileContext } from '#server/http/route.ts'

/** The parameters of a report's file as they were sent, '' for the absent ones. */
export type Demande = Readonly<Record<string, unknown>>

/** Makes the file of a report in one format. */
export type Fichier = (demande: Demande, context: FileContext) => Promise<FileAnswer>

/** The files of a report; a format that is not there is answered with the workbook. */
export type FichiersDeRapport = { xlsx: Fichier } & Partial<Record<FormatDeRapport, Fichier>>

/** Reads the parameters by the query of the report's own call, then makes the file of them. */
export const fichierDe =
  <S extends z.ZodMiniType>(
    query: S,
    make: (asked: z.output<S>, context: FileContext) => Promise<FileAnswer>,
  ): Fichier =>
  (demande, context) =>
    make(z.parse(query, demande), context)

/** The workbook of a report, out of the list that `readListe` reads in one snapshot. */
export const classeurDe = <S extends z.ZodMiniType>(
  query: S,
  readListe: (db: Db, asked: z.output<S>) => Promise<Liste>,
): Fichier =>
  fichierDe(query, (asked, context) => sendExport({ format: 'xlsx' }, context, (db) => readListe(db, asked)))
