package org.sovereignbook.sbp.net.mcp;

import java.time.Duration;

/**
 * Limits of a server for its clients.
 *
 * @param maxRequestBytes the size of one message
 * @param maxAnswerBytes the size of one answer
 * @param maxStreams open streams of changes per caller, and subscriptions per stream
 * @param maxSessions sessions over HTTP of clients with a handshake, of all callers together
 * @param idle lifetime of a session, and of a stream of changes, without a message
 * @param patience time limit for a call that waits for a slot, for a client's answer to a question,
 *     and for running calls after the client's input has ended
 */
public record McpLimits(
    int maxRequestBytes,
    int maxAnswerBytes,
    int maxStreams,
    int maxSessions,
    Duration idle,
    Duration patience) {}
