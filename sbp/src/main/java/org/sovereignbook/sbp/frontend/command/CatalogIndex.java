package org.sovereignbook.sbp.frontend.command;

import java.util.SequencedMap;

/**
 * What {@code sbp commands --json} prints: little enough to be read before each task.
 *
 * @param more how to learn all about one
 * @param index what each does, by how it is called
 */
public record CatalogIndex(
    String program, String version, String more, SequencedMap<String, String> index) {}
