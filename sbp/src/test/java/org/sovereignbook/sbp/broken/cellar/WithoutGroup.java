package org.sovereignbook.sbp.broken.cellar;

/** A type of a package that is in no group. */
public record WithoutGroup(String text) {}
