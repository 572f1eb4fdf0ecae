type PageFactsProps = { facts: readonly (readonly [word: string, value: string])[] }

export function PageFacts({ facts }: PageFactsProps) {
  return (
    <dl className="figures mt-4 flex flex-wrap gap-x-8 gap-y-3">
      {facts.map(([word, value]) => (
        <div key={word} className="flex flex-col-reverse">
          <dt className="text-sm">{word}</dt>
          <dd className="font-display text-3xl leading-tight font-extrabold text-marigold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
