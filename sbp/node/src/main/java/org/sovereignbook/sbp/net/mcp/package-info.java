/**
 * Server side of the Model Context Protocol: messages, dispatch and the two transports, in both
 * generations (the handshake of 2025-06-18 and 2025-11-25, and 2026-07-28, which has none). It
 * knows nothing of nodes: an application offers tools, resources and prompts through {@link
 * org.sovereignbook.sbp.net.mcp.McpFeatures}.
 */
@NullMarked
package org.sovereignbook.sbp.net.mcp;

import org.jspecify.annotations.NullMarked;
