package org.sovereignbook.sbp.store;

import java.util.regex.Pattern;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

/**
 * The section {@code store}. Immutable.
 *
 * @param backend the name of the {@link StoreProvider}
 */
public record StoreConfig(String backend) {
  /** The store that is the node directory itself. */
  public static final String FILES = "files";

  /** The section's name. */
  public static final String SECTION = "store";

  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");

  public static StoreConfig defaults() {
    return new StoreConfig(FILES);
  }

  /**
   * Reads the section.
   *
   * @throws org.sovereignbook.sbp.node.ConfigException when a value is wrong; names the key
   */
  public static StoreConfig from(Config config) {
    Config section = config.section(SECTION);
    String backend = section.text("backend", FILES);
    if (!NAME.matcher(backend).matches()) {
      throw section.wrong("backend", "the name of a store, such as files or sqlite");
    }
    return new StoreConfig(backend);
  }

  public JsonObject toJson() {
    return JsonObject.builder().put("backend", backend).build();
  }
}
