package org.sovereignbook.sbp.plugin;

import java.util.Arrays;
import java.util.Optional;

/** What a plugin can bring. Written in lower case. */
public enum ExtensionKind {
  LLM("llm", "LLM backend", "llm.backend", "builtin"),
  STORE("store", "store", "store.backend", "files");

  private final String word;
  private final String title;
  private final String key;
  private final String ownName;

  ExtensionKind(String word, String title, String key, String ownName) {
    this.word = word;
    this.title = title;
    this.key = key;
    this.ownName = ownName;
  }

  static Optional<ExtensionKind> parse(String word) {
    return Arrays.stream(values()).filter(kind -> kind.word.equals(word)).findFirst();
  }

  /** For people, such as {@code LLM backend}. */
  public String title() {
    return title;
  }

  /** The configuration key that chooses one by name. */
  public String key() {
    return key;
  }

  /** The name of the program's own, which no plugin may take. */
  public String ownName() {
    return ownName;
  }

  @Override
  public String toString() {
    return word;
  }
}
