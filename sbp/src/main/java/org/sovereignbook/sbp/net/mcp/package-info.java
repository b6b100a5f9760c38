/**
 * The Model Context Protocol, server side: messages, dispatch and the two transports, in both eras
 * (the handshake of 2025-06-18 and 2025-11-25, and 2026-07-28, which has none). It knows nothing of
 * nodes: what is offered stands behind {@link org.sovereignbook.sbp.net.mcp.McpFeatures}.
 */
@NullMarked
package org.sovereignbook.sbp.net.mcp;

import org.jspecify.annotations.NullMarked;
