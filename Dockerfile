# Images of Skyport. Targets: panel (roles api and worker), node-kit (what nodes are installed from), agent (one node).
# docs/runbooks/docker.md says how they are used; `npm run prove -- deploy` builds and starts them.

FROM docker.io/library/debian:13-slim AS base
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates \
 && rm -rf /var/lib/apt/lists/*
RUN useradd --system --uid 10001 --home-dir /data --shell /usr/sbin/nologin skyport \
 && install --directory --owner skyport --group skyport --mode 0700 /data
WORKDIR /app

# Debian's Node installs the packages, among them the Node that runs everything else.
FROM docker.io/library/debian:13-slim AS packages
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates nodejs npm \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/agent/package.json packages/agent/
COPY packages/contract/package.json packages/contract/
COPY packages/db/package.json packages/db/
COPY packages/documents/package.json packages/documents/
COPY packages/server/package.json packages/server/
COPY packages/web/package.json packages/web/

FROM packages AS production
RUN npm ci --omit=dev --workspace=@skyport/server --include-workspace-root

FROM packages AS build
RUN npm ci
COPY . .

FROM build AS console
RUN node_modules/.bin/node tools/build-web.ts

FROM base AS panel
COPY --from=production /app/ ./
COPY LICENSE THIRD_PARTY_NOTICES.md ./
COPY packages/contract/src packages/contract/src
COPY packages/db/src packages/db/src
COPY packages/db/migrations packages/db/migrations
COPY packages/documents/src packages/documents/src
COPY packages/server/src packages/server/src
COPY --from=console /app/packages/web/dist packages/web/dist
ENV PATH=/app/node_modules/node/bin:$PATH DATA_DIR=/data HOST=0.0.0.0 PORT=3000
ARG COMMIT=unknown
# The page of the version, backups and metrics name it.
RUN if [ "$COMMIT" != unknown ]; then echo "$COMMIT" >commit; fi
LABEL org.opencontainers.image.title="Skyport panel" \
      org.opencontainers.image.licenses=MIT \
      org.opencontainers.image.revision=$COMMIT
USER skyport
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--no-allocation-site-pretenuring", "packages/server/src/main.ts"]

FROM build AS kit
# Processors of the nodes; each engine takes minutes. Python brings Go where no cache has the engine.
ARG CPUS="x64 arm64"
RUN apt-get update \
 && apt-get install --yes --no-install-recommends python3-venv \
 && rm -rf /var/lib/apt/lists/*
RUN set --; for cpu in $CPUS; do set -- "$@" --cpu "$cpu"; done; node_modules/.bin/node tools/node-kit.ts --out /kit "$@"
# The parts for the processor of this machine, ready to run.
RUN mkdir /agent && cp /kit/agent.mjs /agent/ && cpu=$(node -p process.arch) \
 && for part in node xray; do gunzip -c "/kit/$part-linux-$cpu.gz" >"/agent/$part"; done \
 && chmod 755 /agent/node /agent/xray

FROM base AS node-kit
COPY --from=kit /kit /kit
USER skyport
VOLUME /data
CMD ["sh", "-c", "rm -rf /data/node-kit.new && cp -r /kit /data/node-kit.new && rm -rf /data/node-kit && mv /data/node-kit.new /data/node-kit && echo 'The node kit is ready.'"]

FROM base AS agent
RUN apt-get update \
 && apt-get install --yes --no-install-recommends nftables \
 && rm -rf /var/lib/apt/lists/*
COPY --from=kit /agent /agent
COPY deploy/agent.sh /agent/start
COPY LICENSE THIRD_PARTY_NOTICES.md ./
# Small memory, as installed nodes have it.
ENV PORT=888 MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=16384 MALLOC_TRIM_THRESHOLD_=65536 \
    NODE_FLAGS="--max-semi-space-size=2 --max-old-space-size=512"
ARG COMMIT=unknown
LABEL org.opencontainers.image.title="Skyport node agent" \
      org.opencontainers.image.licenses=MIT \
      org.opencontainers.image.revision=$COMMIT
VOLUME /data
# Runs as root for ports below 1024 and the packet filter: see docs/runbooks/docker.md for the capabilities.
# The packet filter may refuse connections from this machine, so that the list of listening ports is asked.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD grep -Eqs ":$(printf %04X "$PORT") [0-9A-F]+:[0-9A-F]+ 0A" /proc/net/tcp /proc/net/tcp6
CMD ["sh", "/agent/start"]
