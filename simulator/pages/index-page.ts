import { toGrouped } from '../mpesa/formats.ts'
import { nameOf, toLocalPhone } from '../mpesa/handsets.ts'
import { outcomesOfDigits } from '../mpesa/outcomes.ts'
import type { Language } from '../mpesa/words.ts'
import type { Reply } from '../server.ts'
import type { HandsetParts } from './handset-page.ts'
import { type Html, html, page } from './html.ts'
import { outcomeInSwahili } from './outcome-words.ts'
import { languageLinks, wordsOf } from './page-words.ts'

const demoPhones = ['254712345678', '254722000111', '254733000222', '254110000333']
const shown = 60

export function renderIndex(parts: HandsetParts, problem: string, language: Language): Reply {
  const t = wordsOf(language)
  const { merchant, book, handsets } = parts
  const { workingCents, utilityCents } = book.accounts()
  const phones = [...new Set([...handsets.phones(), ...demoPhones])].slice(0, shown)
  return page(
    language,
    t.simulator,
    'index.css',
    html`<body>
<main class="page">
  <header>
    <p class="eyebrow">${t.nothingReal}</p>
    <h1>${t.simulator}</h1>
    <p class="soft">${t.asDaraja}</p>
    ${languageLinks(language)}
  </header>
  <section class="card" aria-labelledby="open-title">
    <h2 id="open-title">${t.openPhone}</h2>
    <form class="row" action="/phone" method="get">
      <input type="hidden" name="lang" value="${language}">
      <label for="number">${t.phoneNumber}
        <input id="number" name="number" inputmode="tel" autocomplete="off" placeholder="0712 345 678" required aria-describedby="number-problem">
      </label>
      <button type="submit" class="main-action">${t.open}</button>
    </form>
    <p id="number-problem" class="problem" role="alert">${problem}</p>
    <ul class="phones">${phones.map((phone) => renderPhone(parts, phone, language))}</ul>
  </section>
  <section class="card" aria-labelledby="book-title">
    <h2 id="book-title">${t.merchantsAccounts}</h2>
    <dl class="accounts figures">
      <div><dt>Paybill</dt><dd>${merchant.shortcode}</dd></div>
      <div><dt>${t.working}</dt><dd>KES ${toGrouped(workingCents)}</dd></div>
      <div><dt>${t.utility}</dt><dd>KES ${toGrouped(utilityCents)}</dd></div>
      <div><dt>${t.transactions}</dt><dd>${book.transactions().length}</dd></div>
    </dl>
    <p><a href="/control/book">${t.book}</a> · <a href="/control/deliveries">${t.deliveries}</a> · <a href="/control/requests">${t.requests}</a> · <a href="/control/settings">${t.settings}</a></p>
  </section>
  <section class="card" aria-labelledby="endings-title">
    <h2 id="endings-title">${t.endings}</h2>
    <div class="table-scroll" tabindex="0" role="group" aria-label="${t.endingsTable}">
      <table>
        <thead><tr><th scope="col">${t.endsWith}</th><th scope="col">${t.name}</th><th scope="col">${t.whatHappens}</th><th scope="col">${t.usedFor}</th></tr></thead>
        <tbody>${outcomesOfDigits().map((outcome) => renderOutcome(outcome, language))}</tbody>
      </table>
    </div>
  </section>
</main>
</body>`,
  )
}

function renderPhone({ book, prompts }: HandsetParts, phone: string, language: Language): Html {
  const waiting = prompts.visibleOn(phone)
    ? html`<span class="badge">${wordsOf(language).asksForPin}</span>`
    : ''
  return html`<li><a href="/phone/${phone}?lang=${language}"><strong class="figures">${toLocalPhone(phone)}</strong>
<span class="soft figures">${nameOf(phone)} · KES ${toGrouped(book.balanceOf(phone))}</span>${waiting}</a></li>`
}

function renderOutcome(
  { name, suffix, says, ...outcome }: ReturnType<typeof outcomesOfDigits>[number],
  language: Language,
): Html {
  const t = wordsOf(language)
  const used = [outcome.for.includes('stk') ? t.prompts : '', outcome.for.includes('b2c') ? t.payouts : '']
  const what = language === 'sw' ? outcomeInSwahili(name) : says
  return html`<tr><td class="figures"><a href="/phone/25470000${suffix}?lang=${language}">…${suffix}</a></td><td><code>${name}</code></td><td>${what}</td><td>${used.filter(Boolean).join(', ')}</td></tr>`
}
