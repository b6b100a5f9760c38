package org.sovereignbook.sbp.base.json;

/**
 * A value that JSON writes as one string: a key, a hash, a time. Its {@code toString} is that
 * string. Where it is also read, its public static method {@code parse(String)} does that, refusing
 * any other text with an IllegalArgumentException.
 */
public interface JsonText {}
