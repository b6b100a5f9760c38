package org.sovereignbook.sbp.net.mcp;

import java.util.Optional;

/**
 * Authenticated caller of a connection or request.
 *
 * @param principal the name that all connections of one caller share
 * @param token the token that authenticated it, checked again at each use; empty for the owner of
 *     the process
 * @param maxCalls the maximum number of its running calls
 */
public record McpCaller(String principal, Optional<String> token, int maxCalls) {}
