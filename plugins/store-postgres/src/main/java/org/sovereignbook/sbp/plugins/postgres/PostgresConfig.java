package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Section {@code store.postgres} of the configuration. Immutable.
 *
 * @param url the database, {@code jdbc:postgresql://HOST:PORT/DATABASE}; without a password
 * @param user the database user; empty for {@code PGUSER} or the operating system's user
 * @param password from the environment; empty for {@code ~/.pgpass} or none
 * @param schema the node's own: one database may contain many nodes
 * @param connections the maximum number of this process's connections
 */
record PostgresConfig(
    String url,
    Optional<String> user,
    Optional<String> password,
    String schema,
    int connections,
    int timeoutSeconds) {
  private static final Setting<String> URL =
      Setting.text(
              "url",
              "",
              url -> url.startsWith("jdbc:postgresql:") && !url.contains("password="),
              "jdbc:postgresql://HOST:PORT/DATABASE, without a password (see password_variable)",
              "where the database is; the driver's parameters may follow, a password may not")
          .withoutDefault();

  private static final Setting<String> USER =
      Setting.text("user", "", "as whom to connect").withoutDefault();

  private static final Setting<String> PASSWORD_VARIABLE =
      Setting.text(
          "password_variable",
          "",
          name -> name.isEmpty() || name.matches("[A-Za-z_][A-Za-z0-9_]{0,99}"),
          "the name of an environment variable",
          "the name of the environment variable that holds the password; without one,"
              + " `~/.pgpass` is asked");

  private static final Setting<String> SCHEMA =
      Setting.text(
          "schema",
          "sbp",
          name -> name.matches("[a-z_][a-z0-9_]{0,62}"),
          "lower-case letters, digits and _, not a digit first",
          "the node's own schema: one database holds many nodes, one schema each");

  private static final Setting<Integer> CONNECTIONS =
      Setting.integer(
          "connections",
          5,
          2,
          100,
          "how many connections a process opens at most; a step has one more, which idles in a"
              + " transaction as long as the step lasts");

  private static final Setting<Integer> TIMEOUT_SECONDS =
      Setting.integer("timeout_seconds", 10, 1, 300, "how long to wait for a connection");

  static final Settings ALL =
      Settings.of(URL, USER, PASSWORD_VARIABLE, SCHEMA, CONNECTIONS, TIMEOUT_SECONDS);

  /**
   * Reads the section.
   *
   * @throws org.sovereignbook.sbp.node.ConfigException when a value is wrong; names the key
   * @throws StoreException when the named variable contains no password
   */
  static PostgresConfig from(Config section, Map<String, String> environment) {
    return new PostgresConfig(
        section.get(URL),
        section
            .find(USER)
            .or(() -> Optional.ofNullable(environment.get("PGUSER")))
            .filter(user -> !user.isEmpty()),
        password(section, environment),
        section.get(SCHEMA),
        section.get(CONNECTIONS),
        section.get(TIMEOUT_SECONDS));
  }

  /** Returns the node's place, without any secret parts. */
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
    String named = section.get(PASSWORD_VARIABLE);
    if (named.isEmpty()) {
      return Optional.ofNullable(environment.get("PGPASSWORD"));
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
