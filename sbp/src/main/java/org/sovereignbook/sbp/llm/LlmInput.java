package org.sovereignbook.sbp.llm;

/**
 * One thing that an agent reads.
 *
 * @param name the file's path below {@code runtime/}
 * @param untrusted whether strangers wrote part of it, so that it must stay marked as data
 */
public record LlmInput(String name, String text, boolean untrusted) {}
