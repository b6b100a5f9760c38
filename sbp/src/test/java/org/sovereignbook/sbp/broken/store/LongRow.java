package org.sovereignbook.sbp.broken.store;

/** Row whose components another file can swap. */
public record LongRow(int a, int b, int c, int d, int e, int f, int g, int h, int i, int j) {}
