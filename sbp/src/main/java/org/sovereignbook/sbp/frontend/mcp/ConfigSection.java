package org.sovereignbook.sbp.frontend.mcp;

/**
 * Section of another program's file that lists programs by name, such as {@code mcpServers}.
 *
 * @param isToml whether the file is TOML, else JSON with comments
 * @param byHand the command that shows what to add by hand
 */
public record ConfigSection(String name, boolean isToml, String byHand) {}
