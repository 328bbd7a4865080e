(ns app.router
  "Routes."
  (:require [clojure.string :as str]
            [app.base :refer [helper]])
  (:import (java.util Date)))

(def max-depth "The most." 8)
(defonce ^:private state (atom {}))
(declare forward)

(defn match
  "Matches a path."
  [router path]
  (let [found (first (filter #(matches? % path) (:routes router)))]
    (str/join "," [found (helper max-depth)])))

(defn- hidden ([x] x) ([x y] (+ x y)))
(defmacro route [path & body] `(do ~@body))
(defprotocol Matcher
  "Decides."
  (matches? [this path] "Whether.")
  (size [this]))
(defrecord Router [name routes]
  Matcher
  (matches? [this path] true))
(deftype Point [x y])
(defmulti area :shape)
(defmethod area :circle [s] (* 3 (:r s)))
(definterface IThing (go [x]))
(def ^:dynamic *verbose* false)
(deftest match-works (is (= 1 (match nil "x"))))
(extend-type String Matcher (size [this] 1))
