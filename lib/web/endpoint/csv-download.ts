import type { z } from 'zod'
import type { Call } from '#lib/contract/call.ts'
import { type CsvLine, toCsv, toCsvLines } from '#lib/contract/csv.ts'
import { nairobiDay, now } from '#lib/core/clock.ts'
import type { ExportedBy } from '#lib/domain/audit/record-export.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { staffFile } from './staff-file.ts'
import { streamOf } from './stream-text.ts'

type Download<C extends Call> = {
  call: C
  /** Start of the file's name, before the date. */
  name: string
  columns: CsvLine
  /** Records the download and returns its lines. */
  open(
    query: z.output<C['query']>,
    by: ExportedBy,
    params: z.output<C['params']>,
  ): Promise<AsyncIterable<readonly CsvLine[]>>
}

/** A route that records the download before it sends the first row. */
export function csvDownload<C extends Call>({ call, name, columns, open }: Download<C>): RouteHandler {
  return staffFile(call, async ({ query, params, by, address }) => ({
    fileName: `${name}-${nairobiDay(now())}.csv`,
    contentType: 'text/csv; charset=utf-8',
    body: streamOf(toCsv([columns]), await open(query, { actor: by, address }, params), toCsvLines),
  }))
}
