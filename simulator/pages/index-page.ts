// The first page: the phones, the merchant's accounts, and what the last digits of a phone number do.
import { toGrouped } from '../mpesa/formats.ts'
import { nameOf, toLocalPhone } from '../mpesa/handsets.ts'
import { outcomes } from '../mpesa/outcomes.ts'
import type { Reply } from '../server.ts'
import type { HandsetParts } from './handset-page.ts'
import { type Html, html, page } from './html.ts'

const demoPhones = ['254712345678', '254722000111', '254733000222', '254110000333']
const shown = 60

export function renderIndex(parts: HandsetParts, problem: string): Reply {
  const { merchant, book, handsets } = parts
  const { workingCents, utilityCents } = book.accounts()
  const phones = [...new Set([...handsets.phones(), ...demoPhones])].slice(0, shown)
  return page(
    'M-Pesa simulator',
    'index.css',
    html`<body>
<main class="page">
  <header>
    <p class="eyebrow">Nothing here is real money</p>
    <h1>M-Pesa simulator</h1>
    <p class="soft">It answers as Safaricom’s Daraja does. Open a phone to answer its prompts yourself; phones that nobody looks at answer by themselves.</p>
  </header>
  <section class="card" aria-labelledby="open-title">
    <h2 id="open-title">Open a phone</h2>
    <form class="row" action="/phone" method="get">
      <label for="number">Phone number
        <input id="number" name="number" inputmode="tel" autocomplete="off" placeholder="0712 345 678" required aria-describedby="number-problem">
      </label>
      <button type="submit" class="main-action">Open</button>
    </form>
    <p id="number-problem" class="problem" role="alert">${problem}</p>
    <ul class="phones">${phones.map((phone) => renderPhone(parts, phone))}</ul>
  </section>
  <section class="card" aria-labelledby="book-title">
    <h2 id="book-title">The merchant’s accounts</h2>
    <dl class="accounts figures">
      <div><dt>Paybill</dt><dd>${merchant.shortcode}</dd></div>
      <div><dt>Working account</dt><dd>KES ${toGrouped(workingCents)}</dd></div>
      <div><dt>Utility account</dt><dd>KES ${toGrouped(utilityCents)}</dd></div>
      <div><dt>Transactions</dt><dd>${book.transactions().length}</dd></div>
    </dl>
    <p><a href="/control/book">The whole book as JSON</a> · <a href="/control/deliveries">Callbacks sent</a> · <a href="/control/requests">Requests received</a> · <a href="/control/settings">Settings</a></p>
  </section>
  <section class="card" aria-labelledby="endings-title">
    <h2 id="endings-title">What a number’s last four digits do</h2>
    <div class="table-scroll" tabindex="0" role="group" aria-label="Table of endings">
      <table>
        <thead><tr><th scope="col">Ends in</th><th scope="col">Name</th><th scope="col">What happens</th><th scope="col">For</th></tr></thead>
        <tbody>${[...outcomes].filter(([, outcome]) => outcome.suffix).map(renderOutcome)}</tbody>
      </table>
    </div>
  </section>
</main>
</body>`,
  )
}

function renderPhone({ book, prompts }: HandsetParts, phone: string): Html {
  const waiting = prompts.visibleOn(phone) ? html`<span class="badge">asks for a PIN</span>` : ''
  return html`<li><a href="/phone/${phone}"><strong class="figures">${toLocalPhone(phone)}</strong>
<span class="soft figures">${nameOf(phone)} · KES ${toGrouped(book.balanceOf(phone))}</span>${waiting}</a></li>`
}

function renderOutcome([name, outcome]: [
  string,
  { suffix?: string; for: readonly string[]; says: string },
]): Html {
  const used = [outcome.for.includes('stk') ? 'prompts' : '', outcome.for.includes('b2c') ? 'payouts' : '']
  return html`<tr><td class="figures"><a href="/phone/25470000${outcome.suffix ?? ''}">…${outcome.suffix ?? ''}</a></td><td><code>${name}</code></td><td>${outcome.says}</td><td>${used.filter(Boolean).join(', ')}</td></tr>`
}
