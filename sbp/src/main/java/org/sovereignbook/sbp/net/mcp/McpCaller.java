package org.sovereignbook.sbp.net.mcp;

import java.util.Optional;

/**
 * Who a connection or a request has proved to be.
 *
 * @param principal the name that all of one caller's connections share
 * @param token what proved it, and proves it again at each use; empty for the owner of the process
 * @param maxCalls how many calls it may have under way at once
 */
public record McpCaller(String principal, Optional<String> token, int maxCalls) {}
