package org.sovereignbook.sbp.frontend.web;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.node.PeerText;

/** The views of features, with their modules. Immutable. */
record WebViews(List<Added> all) {
  /** One view of a feature. */
  record Added(String feature, FeatureView view) {
    String address() {
      return "/x/" + feature + "/" + view.name() + ".js";
    }

    private JsonObject described() {
      return JsonObject.builder()
          .put("name", view.name())
          .put("title", view.title())
          .put("feature", feature)
          .put("module", address())
          .build();
    }
  }

  /**
   * Asks each feature for its views. One that fails has none.
   *
   * @param log receives why
   */
  static WebViews of(List<ViewFeature> features, Consumer<String> log) {
    List<Added> all = new ArrayList<>();
    for (ViewFeature feature : features) {
      try {
        feature.views().stream().map(view -> new Added(feature.name(), view)).forEach(all::add);
      } catch (RuntimeException | LinkageError e) {
        log.accept(
            "web: the feature %s has no views: %s"
                .formatted(feature.name(), PeerText.plain(e.toString())));
      }
    }
    return new WebViews(List.copyOf(all));
  }

  /** Returns the module at an address of the page. */
  Optional<WebFiles.Served> at(String address) {
    return all.stream()
        .filter(one -> one.address().equals(address))
        .findFirst()
        .map(one -> WebFiles.served(one.view().module().get(), address));
  }

  /** Returns the commands that they declare in one of their lists. */
  Stream<String> commands(Function<FeatureView, List<String>> list) {
    return all.stream().flatMap(one -> list.apply(one.view()).stream());
  }

  /** Returns their names and modules, for the page. */
  JsonArray described() {
    return JsonArray.of(all.stream().<JsonValue>map(Added::described).toList());
  }
}
