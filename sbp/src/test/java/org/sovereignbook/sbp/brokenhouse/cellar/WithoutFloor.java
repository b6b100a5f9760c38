package org.sovereignbook.sbp.brokenhouse.cellar;

/** Lives in a room that the architecture does not know. */
public record WithoutFloor(String text) {}
