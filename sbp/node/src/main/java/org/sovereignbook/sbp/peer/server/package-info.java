/**
 * The inbound HTTP node: documents, and the admission of messages into the inbox (PROTOCOL §4, §5;
 * IMPLEMENTATION §6). It runs no LLM and changes nothing but the inbox and its own rate limits.
 */
@NullMarked
package org.sovereignbook.sbp.peer.server;

import org.jspecify.annotations.NullMarked;
