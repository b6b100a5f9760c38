package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.StoreException;

/**
 * The section {@code store.postgres}. Immutable.
 *
 * @param url where the database is, {@code jdbc:postgresql://HOST:PORT/DATABASE}; without a
 *     password
 * @param user as whom to connect; empty for {@code PGUSER} or the operating system's user
 * @param password from the environment; empty for {@code ~/.pgpass} or none
 * @param schema the node's own: one database may hold many nodes
 * @param connections how many this process opens at most
 */
record PostgresConfig(
    String url,
    Optional<String> user,
    Optional<String> password,
    String schema,
    int connections,
    int timeoutSeconds) {
  private static final Pattern SCHEMA = Pattern.compile("[a-z_][a-z0-9_]{0,62}");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,99}");
  private static final int MAX_CONNECTIONS = 100;
  private static final int MAX_TIMEOUT_SECONDS = 300;

  /**
   * Reads the section.
   *
   * @throws org.sovereignbook.sbp.node.ConfigException when a value is wrong; names the key
   * @throws StoreException when the named variable holds no password
   */
  static PostgresConfig from(Config section, Map<String, String> environment) {
    String url = section.text("url", "");
    if (!url.startsWith("jdbc:postgresql:") || url.contains("password=")) {
      throw section.wrong(
          "url",
          "jdbc:postgresql://HOST:PORT/DATABASE, without a password (see password_variable)");
    }
    String schema = section.text("schema", "sbp");
    if (!SCHEMA.matcher(schema).matches()) {
      throw section.wrong("schema", "lower-case letters, digits and _, not a digit first");
    }
    return new PostgresConfig(
        url,
        Optional.of(section.text("user", environment.getOrDefault("PGUSER", "")))
            .filter(user -> !user.isEmpty()),
        password(section, environment),
        schema,
        section.integer("connections", 5, 2, MAX_CONNECTIONS),
        section.integer("timeout_seconds", 10, 1, MAX_TIMEOUT_SECONDS));
  }

  /** Where the node is kept, without what may be secret. */
  String location() {
    int query = url.indexOf('?');
    return (query < 0 ? url : url.substring(0, query)) + " schema " + schema;
  }

  /** Hides the password. */
  @Override
  public String toString() {
    return "PostgresConfig[" + location() + "]";
  }

  private static Optional<String> password(Config section, Map<String, String> environment) {
    String named = section.text("password_variable", "");
    if (named.isEmpty()) {
      return Optional.ofNullable(environment.get("PGPASSWORD"));
    }
    if (!VARIABLE.matcher(named).matches()) {
      throw section.wrong("password_variable", "the name of an environment variable");
    }
    String password = environment.get(named);
    if (password == null) {
      throw new StoreException(
          "the environment variable "
              + named
              + ", which store.postgres.password_variable names, is not set; set it to the"
              + " password of the PostgreSQL user");
    }
    return Optional.of(password);
  }
}
