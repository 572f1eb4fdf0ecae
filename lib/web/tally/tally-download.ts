import type { TallyRow } from '#lib/contract/tally/calls.ts'
import { tallyColumns } from '#lib/contract/tally/format.ts'
import { NotFoundError } from '#lib/core/errors.ts'
import { isUuid } from '#lib/core/ids.ts'
import { openTally } from '#lib/domain/tally/queries.ts'
import { clientAddress } from '#lib/web/endpoint/client-address.ts'
import type { RouteHandler } from '#lib/web/endpoint/endpoint.ts'
import { errorResponse } from '#lib/web/endpoint/error-response.ts'
import { takeFromNetwork } from '#lib/web/endpoint/limit-rate.ts'
import { requestIdOf } from '#lib/web/endpoint/request-id.ts'
import { languageOf } from '#lib/web/endpoint/request-language.ts'
import { streamOf } from '#lib/web/endpoint/stream-text.ts'

/** A low limit, because the tally is the largest public answer. */
const downloads = { name: 'tally-downloads', points: 30, seconds: 600 }

export const tallyDownload: RouteHandler = async (request, { params }) => {
  const requestId = requestIdOf(request)
  try {
    await takeFromNetwork(downloads, clientAddress(request))
    const { id } = await params
    if (typeof id !== 'string' || !isUuid(id)) throw new NotFoundError()
    const batches = await openTally(id)
    return new Response(streamOf(heading, batches, toLines), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="ngoma-tally-${id}.csv"`,
        'cache-control': 'public, max-age=10',
        'x-request-id': requestId,
      },
    })
  } catch (error) {
    return errorResponse(error, 'GET /challenges/{id}/tally.csv', requestId, languageOf(request))
  }
}

/** Numbers, times, ids and hashes need no quotes. */
const lineOf = (row: TallyRow): string => `${tallyColumns.map((column) => row[column]).join(',')}\n`
const toLines = (rows: TallyRow[]): string => rows.map(lineOf).join('')
const heading = `${tallyColumns.join(',')}\n`
