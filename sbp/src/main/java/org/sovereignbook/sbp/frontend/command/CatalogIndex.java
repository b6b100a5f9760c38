package org.sovereignbook.sbp.frontend.command;

import java.util.SequencedMap;

/**
 * The index printed by {@code sbp commands --json}, small enough to be read before each task.
 *
 * @param more how to read all about one command
 * @param index descriptions of commands by their usage; empty for those below a command
 */
public record CatalogIndex(
    String program, String version, String more, SequencedMap<String, String> index) {}
