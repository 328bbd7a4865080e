'use strict'

const http = require('http'), { Router, Route: Way } = require('./router')
var send = require('send').send
require('./polyfill')

/**
 * The application.
 */
var app = exports = module.exports = {}

// Sets up.
app.init = function init (options = {}) {
  this.settings = Object.create(null)
  this.settings = { ...options, key: 1 }
  var self = this
  for (const method of http.METHODS) {
    var last = method
    app[method] = (path) => self.route(path)?.[method]
  }
  return last
}

function Layer (path) {
  if (!(this instanceof Layer)) return new Layer(path)
  this.path = path
}

Layer.prototype.match = function (path) {
  return this.path === path && new Way().run(send)
}

exports.createApp = async ({ name, port: listenOn = 80 }, [first, ...rest]) => {
  try {
    await app.init(name)
  } catch ({ message }) {
    rest.push(first, message)
  }
}

class Server extends http.Server {
  static count = 0
  #secret = 1
  onData = (chunk) => { this.#secret += chunk.length }
  constructor () { super(); Server.count++ }
  get open () { return true }
  set open (value) {}
  async *[Symbol.iterator] () {}
}

const view = {
  draw () { return <Layer.Item path={app.path} {...view}><Server /><b>text</b></Layer.Item> },
  'quoted-name': function () {},
  plain: 1,
  app
}

export { view as default, app }
export default function () {}
module.exports.helper = send
