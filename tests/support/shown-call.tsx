import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { NextIntlClientProvider } from 'next-intl'
import { renderToStaticMarkup } from 'react-dom/server'
import en from '#messages/en.json' with { type: 'json' }
import sw from '#messages/sw.json' with { type: 'json' }

/** A query whose requests the test answers, in order. */
export function shownCall<Answer>(queryKey: readonly unknown[]) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const requests: PromiseWithResolvers<Answer>[] = []
  const queryFn = () => {
    const request = Promise.withResolvers<Answer>()
    requests.push(request)
    return request.promise
  }
  const observer = new QueryObserver<Answer>(client, { queryKey, queryFn })
  const stop = observer.subscribe(() => undefined)
  return {
    client,
    observer,
    requests,
    stop,
    data: () => observer.getCurrentResult().data,
    ask: () => observer.refetch(),
  }
}

/** Renders a hook once without effects, as on a server. */
export function drawOnce<Returned>(
  client: QueryClient,
  useIt: () => Returned,
  language: 'en' | 'sw' = 'en',
): Returned {
  const drawn: Returned[] = []
  renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <NextIntlClientProvider
        locale={language}
        timeZone="Africa/Nairobi"
        messages={language === 'en' ? en : sw}
      >
        <Drawn useIt={useIt} onDrawn={(returned) => drawn.push(returned)} />
      </NextIntlClientProvider>
    </QueryClientProvider>,
  )
  // The last one: a dispatch during the render renders again.
  const returned = drawn.at(-1)
  if (!returned) throw new Error('The hook returned nothing.')
  return returned
}

type DrawnProps<Returned> = { useIt: () => Returned; onDrawn: (returned: Returned) => void }

function Drawn<Returned>({ useIt, onDrawn }: DrawnProps<Returned>) {
  onDrawn(useIt())
  return null
}
