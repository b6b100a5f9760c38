package org.sovereignbook.sbp.net.mcp;

import java.time.Duration;

/**
 * What a server grants its clients.
 *
 * @param maxRequestBytes of one message
 * @param maxAnswerBytes of one answer
 * @param maxStreams of changes that one caller may have open at once, and subscriptions in each
 * @param maxSessions of clients with a handshake over HTTP, all callers together
 * @param idle how long such a session, and a stream of changes, lives without a word
 * @param patience how long a call waits for its turn, or for the client to answer a question, and
 *     calls under way are waited for once the client's input has ended
 */
public record McpLimits(
    int maxRequestBytes,
    int maxAnswerBytes,
    int maxStreams,
    int maxSessions,
    Duration idle,
    Duration patience) {}
