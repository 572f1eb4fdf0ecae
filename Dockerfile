# One image recipe, a target for each process: web, worker, realtime, simulator, migrate.
# Production gives a base with its digest (deploy/single-server, docs/operations/images.md): --build-arg NODE_IMAGE=node:26…@sha256:…
ARG NODE_IMAGE=node:26-bookworm-slim

FROM ${NODE_IMAGE} AS packages
WORKDIR /ngoma
ENV NEXT_TELEMETRY_DISABLED=1 CHECKPOINT_DISABLE=1
COPY package.json package-lock.json .npmrc ./
# Prisma's schema engine and the packages of tests/packages are not needed.
RUN CI=true PRISMA_SCHEMA_ENGINE_BINARY=/bin/true npm ci --workspaces=false --no-audit --no-fund

# Sources and the database client, which is generated and not kept in git.
FROM packages AS sources
COPY . .
RUN node prisma/generate.ts

# Nothing of one installation goes into the build: addresses and secrets are read when a process starts.
FROM sources AS built
RUN LOG_LEVEL=error NODE_ENV=production npm run build && rm -rf .next/cache

# What runs needs no development packages, no packages that others name as optional peers (the lockfile's `devOptional`, Prisma's
# command line among them), and not the compilers of `next build` and of TypeScript. All images have these packages, so a machine
# keeps one layer of them for all.
FROM packages AS runtime-packages
# `npm sbom --omit=dev` forgets what development needs as well (npm 11), so it is asked when nothing else is there any more; it misses the
# compiler that next-intl names, which is therefore removed afterwards.
RUN npm prune --omit=dev --no-save --no-audit --no-fund \
  && node -p "Object.entries(require('./package-lock.json').packages).flatMap(([place, { devOptional }]) => devOptional ? [place] : []).join(' ')" | xargs rm -rf \
  && rm -rf node_modules/@next/swc-* node_modules/@typescript node_modules/.cache node_modules/.package-lock.json \
  && npm pkg delete devDependencies && npm sbom --sbom-format cyclonedx > sbom.json \
  && rm -rf node_modules/@swc/core*

FROM ${NODE_IMAGE} AS runtime
WORKDIR /ngoma
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ngoma" \
      org.opencontainers.image.description="A monthly dance-video contest for Kenya, voted with M-Pesa" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=runtime-packages /ngoma/sbom.json ./
COPY --from=runtime-packages /ngoma/node_modules node_modules
COPY --from=sources /ngoma/package.json ./
COPY --from=sources /ngoma/lib lib
COPY --from=sources /ngoma/messages messages

# Migrations, buckets and, for a demo, the seed: `docker compose up` runs it before anything else starts.
FROM runtime AS migrate
COPY --from=sources /ngoma/deploy/create-buckets.ts deploy/
COPY --from=sources /ngoma/prisma prisma
ENV NGOMA_PROCESS=migrate
USER 1000:1000
CMD ["sh", "-c", "node prisma/migrate.ts && node deploy/create-buckets.ts"]

FROM runtime AS worker
COPY --from=sources /ngoma/workers workers
ENV WORKER_HOST=0.0.0.0 NGOMA_PROCESS=worker
EXPOSE 3006
USER 1000:1000
CMD ["node", "workers/main.ts"]

FROM runtime AS realtime
COPY --from=sources /ngoma/server/realtime server/realtime
ENV REALTIME_HOST=0.0.0.0 NGOMA_PROCESS=realtime
EXPOSE 3001
USER 1000:1000
CMD ["node", "server/realtime/main.ts"]

# It needs nothing of the product but the Daraja schemas, and no package but zod.
FROM packages AS simulator-packages
RUN mkdir -p /simulator/node_modules && cp -r node_modules/zod /simulator/node_modules/ \
  && node -p "const { version, dependencies: { zod } } = require('./package.json'); JSON.stringify({ name: 'ngoma-simulator', version, dependencies: { zod } })" > /simulator/package.json \
  && cd /simulator && npm sbom --sbom-format cyclonedx > sbom.json

FROM ${NODE_IMAGE} AS simulator
WORKDIR /ngoma
ENV NODE_ENV=production SIMULATOR_HOST=0.0.0.0 SIMULATOR_STATE_FILE=/ngoma/data/book.json
ARG VERSION=unreleased
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Ngoma, its M-Pesa simulator" \
      org.opencontainers.image.description="An M-Pesa to play with; never for real money" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
COPY --from=simulator-packages /simulator/sbom.json ./
COPY --from=packages /ngoma/node_modules/zod node_modules/zod
COPY --from=sources /ngoma/package.json ./
COPY --from=sources /ngoma/lib/daraja lib/daraja
COPY --from=sources /ngoma/simulator simulator
RUN mkdir data && chown 1000:1000 data
EXPOSE 3002
USER 1000:1000
CMD ["node", "simulator/main.ts"]

FROM runtime AS web
COPY --from=sources /ngoma/next.config.mjs /ngoma/tsconfig.json ./
COPY --from=sources /ngoma/server/web server/web
COPY --from=built /ngoma/.next .next
ENV WEB_HOST=0.0.0.0 NGOMA_PROCESS=web
EXPOSE 3000
USER 1000:1000
CMD ["node", "server/web/main.ts"]
