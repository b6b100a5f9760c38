package org.sovereignbook.sbp.plugins.team;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.Readiness;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Suggestion;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.store.ItemFault;

/** Checks of a team before any process is started. */
record TeamChecks(Session session, Node node, TeamFiles files, Team team) {
  /** Services whose names AGENT-STACK writes before those of their models. */
  private static final Set<String> SERVICES = Set.of("flock", "ollama");

  /** Returns why no member could begin; empty when all can. */
  Optional<String> problem() {
    try {
      requireBackends();
      return Optional.empty();
    } catch (ConfigException | PluginException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Requires that each member has a working backend, with valid settings.
   *
   * @throws ConfigException that names member and key
   */
  void requireBackends() {
    require(true);
  }

  /**
   * Requires the same of a team amid changes, each by one command: a model's name may still be that
   * of the provider before.
   */
  void requireBackendsAmidChanges() {
    require(false);
  }

  private void require(boolean isComplete) {
    for (TeamMember member : team.members()) {
      LlmBackend backend =
          session.backend(node, Optional.of(member.provider()).filter(name -> !name.isEmpty()));
      if (!backend.metered() || !backend.modes().contains(LlmRequest.Mode.ANSWER)) {
        throw files.wrong(
            member.id(),
            "llm",
            "the backend %s answers no tasks; with Ollama:  %s; with another, such as claude, gemini, openai or exec:  sbp team set llm.provider NAME --file %s"
                .formatted(
                    backend.name(),
                    member.provider().isEmpty()
                        ? "sbp config set llm.backend ollama/qwen2.5:7b"
                        : "sbp team set llm.provider ollama --file " + files.file(),
                    files.file()));
      }
      List<String> known =
          backend.settings().all().stream()
              .map(Setting::key)
              .map(key -> key.split("\\.")[0])
              .toList();
      for (String name : member.backendSettings().members().keySet()) {
        if (!known.contains(name)) {
          throw files.wrong(
              member.id(),
              "llm." + name,
              "it is no setting of %s%s"
                  .formatted(
                      backend.name(),
                      Suggestion.nearest(name, known)
                          .map(near -> "; did you mean " + near + "?")
                          .orElse("; it has " + String.join(", ", known))));
        }
      }
      if (isComplete) {
        requireOwnModels(member, backend);
      }
      Config settings = member.settings(node.config().section(backend.settingsSection()));
      if (!isComplete) {
        settings = withoutService(settings);
      }
      backend.settings().problems(settings).stream()
          .findFirst()
          .ifPresent(
              problem -> {
                throw files.wrong(member.id(), "llm", String.valueOf(problem.getMessage()));
              });
      Readiness sufficient = backend.sufficient(settings, session.world().environment());
      sufficient
          .remedy()
          .ifPresent(
              remedy -> {
                throw files.wrong(
                    member.id(), "model", "%s:  %s".formatted(sufficient.found(), remedy));
              });
    }
  }

  /**
   * Requires that the names of a member's models do not begin with another service's; that of its
   * own service was left out.
   */
  private void requireOwnModels(TeamMember member, LlmBackend backend) {
    String provider =
        member
            .backendSettings()
            .string("preset")
            .or(() -> presetOf(node.config().section(backend.settingsSection())))
            .orElse(backend.name());
    member
        .backendSettings()
        .string("model")
        .ifPresent(model -> requireOwn(member, "model", model, provider));
    for (TeamFeature feature : Features.on(node).of(TeamFeature.class)) {
      models(feature, member)
          .forEach((key, models) -> models.forEach(one -> requireOwn(member, key, one, provider)));
    }
  }

  /**
   * Returns the models that a feature may give to a member; none of one that fails, with a note.
   */
  private Map<String, List<String>> models(TeamFeature feature, TeamMember member) {
    return ItemFault.orElse(
        () -> feature.models(member),
        e -> {
          session.output().note("no models of " + feature.name() + ": " + ItemFault.reason(e));
          return Map.of();
        });
  }

  /** Returns settings in which the model's name names no service. */
  private static Config withoutService(Config settings) {
    String model = settings.json().string("model").orElse("");
    String service = model.substring(0, Math.max(0, model.indexOf('/')));
    return SERVICES.contains(service)
        ? settings.withJson("model", new JsonString(model.substring(service.length() + 1)))
        : settings;
  }

  private void requireOwn(TeamMember member, String key, String model, String provider) {
    String service = model.substring(0, Math.max(0, model.indexOf('/')));
    if (SERVICES.contains(service) && !provider.equals(service)) {
      throw files.wrong(
          member.id(),
          key,
          "%s is a model of %s, and the provider is %s; set provider to %s, or take the prefix away"
              .formatted(model, service, provider, service));
    }
  }

  private static Optional<String> presetOf(Config settings) {
    return settings
        .value("preset")
        .flatMap(
            value ->
                value instanceof JsonString(String text) ? Optional.of(text) : Optional.empty());
  }
}
